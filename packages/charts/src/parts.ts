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

/** What `chartOption` names: charts, and what stands around them. Only these of ECharts reach the browser. */
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
