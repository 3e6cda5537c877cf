import * as echarts from 'echarts';

export type Drawn = ReturnType<typeof echarts.init>;

/** A chart in an element, by SVG: texts stay sharp, and small charts are small. */
export const drawnBy = (element: HTMLElement, _title: string): Drawn => echarts.init(element, undefined, { renderer: 'svg' });
