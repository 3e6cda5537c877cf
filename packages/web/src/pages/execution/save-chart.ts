import { chartOption, type ChartOutput } from '@millrace/charts';
import { chartTexts } from '../../texts/chart.ts';
import { fileName, saveFile } from '../../ui/save-file.ts';
import { csvOf } from '../../ui/table-text.ts';
import { initChartLike } from './echarts.ts';

/** Pixels of a saved picture to a unit of the page: sharp on paper and on dense screens. */
const density = 2;

/** Saves a chart as it is drawn, or its data. */
export const savers = {
  png: async (output, element) => saveFile(await pictureOf(output, element), fileName(output.title, 'png')),
  svg: async (output, element) =>
    saveFile(new Blob([await drawingOf(output, element)], { type: 'image/svg+xml' }), fileName(output.title, 'svg')),
  csv: async ({ title, columns, rows }) =>
    saveFile(new Blob([csvOf(columns, rows)], { type: 'text/csv;charset=utf-8' }), fileName(title, 'csv')),
} satisfies Record<string, (output: ChartOutput, element: HTMLElement) => Promise<void>>;

/** A chart as SVG, on the ground of the page. */
async function drawingOf(output: ChartOutput, element: HTMLElement): Promise<string> {
  const container = document.createElement('div');
  const chart = initChartLike(element, container);
  try {
    const ground = getComputedStyle(element).getPropertyValue('--surface').trim();
    // marks come a frame after axes
    const finished = new Promise<void>((resolve) => {
      chart.on('finished', () => resolve());
    });
    chart.setOption({ ...chartOption(output, element.clientWidth), backgroundColor: ground });
    await finished;
    const drawing = container.querySelector('svg');
    if (drawing === null) throw new Error(chartTexts.notDrawn);
    // what ECharts makes as text itself leaves signs in colours and fonts as they are
    return new XMLSerializer().serializeToString(drawing);
  } finally {
    chart.dispose();
  }
}

/** A chart as PNG. */
async function pictureOf(output: ChartOutput, element: HTMLElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(await drawingOf(output, element))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [element.clientWidth * density, element.clientHeight * density];
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error(chartTexts.noSize)) : resolve(blob)), 'image/png');
  });
}
