import type { Processor } from '../../contract/processor.ts';
import { unavailable } from './_unavailable.ts';

/** Processors that make features, of which what they compute is written down nowhere. */

const featureProcessor = (name: string, nodeClass: string, description: string, take: string): Processor =>
  unavailable({
    nodeClass,
    name,
    type: 'pyspark',
    category: 'Machine-Learning/ML-Feature-Selection',
    description,
    why: `what it computes is written down nowhere; ${take} instead`,
  });

export const featureProcessors = [
  featureProcessor(
    'Group By RFM Features',
    'fire.nodes.fe.NodeRFMFeatures',
    'Makes features of how recently, how often and for how much each group has bought.',
    'take "Group By"',
  ),
  featureProcessor(
    'Moving Average Features',
    'fire.nodes.fe.NodeMovingAverageFeatures',
    'Makes features of averages over windows of days or hours.',
    'take "Window Aggregation"',
  ),
  featureProcessor(
    'Time Series Features',
    'fire.nodes.fe.NodeTimeSeriesFeatures',
    'Makes features of the times between the transactions of each user.',
    'take "DateTimeFieldExtract" and "Window Analytics"',
  ),
];
