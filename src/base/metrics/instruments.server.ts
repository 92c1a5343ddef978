import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

/**
 * A value that goes up and down; `collect` sets it when the metrics are read. `aggregator` says what that of several workers
 * is: of the library each knows the same.
 */
export const gauge = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  collect?: () => Promise<void> | void,
  aggregator: 'max' | 'sum' = 'max',
) =>
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    aggregator,
    ...(collect && { collect }),
  })

export const counter = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
) => new Counter({ name, help, labelNames: [...labelNames], registers: [registry] })

export const histogram = <Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  buckets: readonly number[],
  labelNames: readonly Label[] = [],
) => new Histogram({ name, help, labelNames: [...labelNames], buckets: [...buckets], registers: [registry] })
