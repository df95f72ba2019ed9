/** Curves as a picture that needs no program to look at, in colours that are read on light and on dark ground. */
import { writeFileSync } from 'node:fs';

const [width, height] = [720, 400];
const [left, right, top, bottom] = [70, 210, 40, 50];
const colours = ['#2f7ed8', '#d9822b', '#3a9d5d', '#a855b5', '#c0504d'];

/**
 * Writes curves over two logarithmic axes.
 *
 * @param {string} path
 * @param {{ title: string, x: string, y: string, curves: { name: string, points: [number, number][] }[] }} picture
 */
export function writePicture(path, { title, x, y, curves }) {
  const points = curves.flatMap((curve) => curve.points);
  const across = axis(
    points.map(([at]) => at),
    { from: left, to: width - right },
  );
  const up = axis(
    points.map(([, at]) => at),
    { from: height - bottom, to: top },
  );
  const text = (at, content, more = '') =>
    `<text x="${at[0]}" y="${at[1]}" ${more}>${content}</text>`;
  const lines = [
    ...across.ticks.flatMap((tick) => [
      `<path d="M${across.at(tick)} ${top}V${height - bottom}" stroke="#8884"/>`,
      text(
        [across.at(tick), height - bottom + 18],
        tick.toLocaleString('en'),
        'text-anchor="middle"',
      ),
    ]),
    ...up.ticks.flatMap((tick) => [
      `<path d="M${left} ${up.at(tick)}H${width - right}" stroke="#8884"/>`,
      text([left - 8, up.at(tick) + 4], `${tick}`, 'text-anchor="end"'),
    ]),
    text([left, 22], title, 'font-weight="bold"'),
    text([(left + width - right) / 2, height - 10], x, 'text-anchor="middle"'),
    text(
      [16, (top + height - bottom) / 2],
      y,
      `text-anchor="middle" transform="rotate(-90 16 ${(top + height - bottom) / 2})"`,
    ),
    ...curves.flatMap(({ name, points }, index) => {
      const colour = colours[index % colours.length];
      const places = points.map(([at, value]) => [across.at(at), up.at(value)]);
      const [endX, endY] = places.at(-1);
      return [
        `<polyline points="${places.map((place) => place.join(',')).join(' ')}" fill="none" stroke="${colour}" stroke-width="2"/>`,
        ...places.map(([cx, cy]) => `<circle cx="${cx}" cy="${cy}" r="3.5" fill="${colour}"/>`),
        text([endX + 8, endY + 4], name, `style="fill:${colour}"`),
      ];
    }),
  ];
  writeFileSync(
    path,
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="13" role="img" aria-label="${title}">
<style>text{fill:#777}</style>
${lines.join('\n')}
</svg>
`,
  );
}

/** A tick for each power of ten around the numbers. */
function axis(numbers, { from, to }) {
  const low = Math.floor(Math.log10(Math.min(...numbers)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...numbers))));
  const ticks = Array.from({ length: high - low + 1 }, (_, at) =>
    Number((10 ** (low + at)).toPrecision(1)),
  );
  const at = (number) =>
    Number((from + ((Math.log10(number) - low) / (high - low)) * (to - from)).toFixed(1));
  return { at, ticks };
}
