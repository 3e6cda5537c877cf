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
    why: `its computation is not documented; ${take} instead`,
  });

export const featureProcessors = [
  featureProcessor(
    'Group By RFM Features',
    'fire.nodes.fe.NodeRFMFeatures',
    'Computes features from the recency, frequency and monetary value of the purchases of each group.',
    'use "Group By"',
  ),
  featureProcessor(
    'Moving Average Features',
    'fire.nodes.fe.NodeMovingAverageFeatures',
    'Computes moving averages over windows of days or hours as features.',
    'use "Window Aggregation"',
  ),
  featureProcessor(
    'Time Series Features',
    'fire.nodes.fe.NodeTimeSeriesFeatures',
    'Computes features from the times between the transactions of each user.',
    'use "DateTimeFieldExtract" and "Window Analytics"',
  ),
];
