// SPDX-License-Identifier: Apache-2.0
// HTTP, from the system's packages. libcurl sets and reads options through functions with variable arguments, which
// Swift cannot call: here is one with fixed arguments for each type in use.

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

typedef size_t (*ember_curl_data_fn)(char *bytes, size_t size, size_t count, void *context);
typedef curl_socket_t (*ember_curl_open_fn)(void *context, curlsocktype purpose, struct curl_sockaddr *address);

static inline CURLcode ember_curl_set_long(CURL *easy, CURLoption option, long value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ember_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return curl_easy_setopt(easy, option, value);
}

/// libcurl copies the text.
static inline CURLcode ember_curl_set_text(CURL *easy, CURLoption option, const char *value) {
    return curl_easy_setopt(easy, option, value);
}

/// libcurl keeps the pointer, except for `CURLOPT_COPYPOSTFIELDS`.
static inline CURLcode ember_curl_set_pointer(CURL *easy, CURLoption option, const void *value) {
    return curl_easy_setopt(easy, option, value);
}

static inline CURLcode ember_curl_set_data_function(CURL *easy, CURLoption option, ember_curl_data_fn function) {
    return curl_easy_setopt(easy, option, function);
}

static inline CURLcode ember_curl_set_open_function(CURL *easy, ember_curl_open_fn function) {
    return curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}

/// Allows http and https and nothing else of what libcurl speaks.
static inline CURLcode ember_curl_set_web_only(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075500
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
    return curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
}

/// A transfer that is removed while its host's name is looked up does not wait for the look-up, where libcurl can do
/// that.
static inline void ember_curl_set_quick_removal(CURL *easy) {
#if LIBCURL_VERSION_NUM >= 0x075700
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#else
    (void)easy;
#endif
}

static inline long ember_curl_long(CURL *easy, CURLINFO info) {
    long value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

static inline curl_off_t ember_curl_size(CURL *easy, CURLINFO info) {
    curl_off_t value = 0;
    curl_easy_getinfo(easy, info, &value);
    return value;
}

/// The bytes of an address, 4 or 16; 0 for one that is of neither version of the internet protocol.
static inline size_t ember_curl_address(const struct curl_sockaddr *address, unsigned char bytes[16]) {
    // libcurl gives room for longer addresses behind the structure.
    const void *start = &address->addr;
    if (address->family == AF_INET) {
        memcpy(bytes, &((const struct sockaddr_in *)start)->sin_addr, 4);
        return 4;
    }
    if (address->family != AF_INET6) return 0;
    memcpy(bytes, &((const struct sockaddr_in6 *)start)->sin6_addr, 16);
    return 16;
}

/// A socket that programs which this one starts do not inherit.
static inline curl_socket_t ember_curl_open(const struct curl_sockaddr *address) {
    curl_socket_t made = socket(address->family, address->socktype, address->protocol);
    if (made != CURL_SOCKET_BAD) fcntl(made, F_SETFD, FD_CLOEXEC);
    return made;
}

/// Whether a socket has another side by now.
static inline int ember_curl_is_connected(curl_socket_t made) {
    struct sockaddr_storage other;
    socklen_t size = sizeof other;
    return getpeername(made, (struct sockaddr *)&other, &size) == 0;
}

/// The transfer that a message is about, and how it ended.
static inline CURL *ember_curl_ended(CURLM *multi, CURLcode *code) {
    int left = 0;
    struct CURLMsg *message = curl_multi_info_read(multi, &left);
    while (message && message->msg != CURLMSG_DONE) message = curl_multi_info_read(multi, &left);
    if (!message) return NULL;
    *code = message->data.result;
    return message->easy_handle;
}
