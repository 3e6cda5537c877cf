import {
  BarChart,
  BoxplotChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  TreemapChart,
} from 'echarts/charts';
import { GridComponent, LegendComponent, LegendScrollComponent, VisualMapComponent } from 'echarts/components';

/** The parts of ECharts that `chartOption` uses. Only these reach the browser. */
export const chartParts = [
  BarChart,
  BoxplotChart,
  GaugeChart,
  HeatmapChart,
  LineChart,
  PieChart,
  ScatterChart,
  TreemapChart,
  GridComponent,
  LegendComponent,
  LegendScrollComponent,
  VisualMapComponent,
];
