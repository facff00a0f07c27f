// SPDX-License-Identifier: Apache-2.0
// The slider of a deck's settings: shows what each target costs while it moves.

const figure = document.querySelector("figure[data-work]");
const slider = figure?.querySelector("input[type=range]");

if (slider) {
  const points = figure.dataset.work.split(",").map((point) => point.split(" ").map(Number));
  const output = document.querySelector("[data-chosen]");
  const percent = new Intl.NumberFormat(document.documentElement.lang, { style: "percent" });
  const number = new Intl.NumberFormat(document.documentElement.lang);
  const [low, high] = [Number(slider.min), Number(slider.max)];
  // The plot ends at the height that the server chose.
  const dot = figure.querySelector("[data-dot]").getAttribute("d").match(/M[\d.]+ ([\d.]+)h0/);
  const scale = (96 - Number(dot[1])) / at(Number(slider.value))[0];

  function at(value) {
    const next = points.findIndex(([retention]) => retention >= value);
    if (next <= 0) return (next === 0 ? points[0] : points.at(-1)).slice(1);
    const [before, after] = [points[next - 1], points[next]];
    const part = (value - before[0]) / (after[0] - before[0]);
    return [1, 2].map((place) => before[place] + part * (after[place] - before[place]));
  }

  function show() {
    const value = Number(slider.value);
    const [minutes, reviews] = at(value);
    const left = (100 * (value - low)) / (high - low);
    const height = Math.max(4, 96 - minutes * scale);
    slider.style.setProperty("--at", `${left}%`);
    output.textContent = percent.format(value / 100);
    figure.querySelector("figcaption [data-title]").textContent = figure.dataset.title.replace("{n}", number.format(value));
    figure.querySelector("figcaption [data-note]").textContent = figure.dataset.note
      .replace("{reviews}", number.format(Math.round(reviews))).replace("{minutes}", number.format(Math.max(1, Math.round(minutes))));
    figure.querySelector("[data-target]").setAttribute("d", `M${left} 96V${height}`);
    figure.querySelector("[data-dot]").setAttribute("d", `M${left} ${height}h0`);
  }

  slider.addEventListener("input", show);
  show();
}
