import { describe, expect, test } from 'bun:test'
import { betterOf, compareWithBaseline, type QuickRatio, replaceRatios } from './compare-baseline.ts'

const cpu = (ratio: number): QuickRatio => ({
  benchmark: 'read',
  title: 'CPU',
  against: 'bare',
  isHigherBetter: false,
  ratio,
})
const throughput = (ratio: number): QuickRatio => ({
  benchmark: 'complete',
  title: 'throughput',
  against: 'pgbench',
  isHigherBetter: true,
  ratio,
})
const isWorse = (measured: QuickRatio, stored: QuickRatio) =>
  compareWithBaseline([measured], [stored])[0]!.isWorse

describe('the comparison of a quick run with the baseline', () => {
  test('a throughput that fell by more than 15 % is worse, and by less it is not', () => {
    expect(isWorse(throughput(0.84), throughput(1))).toBe(true)
    expect(isWorse(throughput(0.86), throughput(1))).toBe(false)
  })

  test('a CPU time that rose by more than 15 % is worse, and by less it is not', () => {
    expect(isWorse(cpu(1.16), cpu(1))).toBe(true)
    expect(isWorse(cpu(1.14), cpu(1))).toBe(false)
  })

  test('a better ratio is never worse', () => {
    expect(isWorse(throughput(3), throughput(1))).toBe(false)
    expect(isWorse(cpu(0.3), cpu(1))).toBe(false)
  })

  test('a ratio is compared with that of the same benchmark, title and peer only', () => {
    const other = { ...throughput(5), against: 'nest' }
    expect(compareWithBaseline([throughput(1)], [other, cpu(1)])).toEqual([
      { ...throughput(1), baseline: undefined, isWorse: false },
    ])
  })

  test('of two runs the better ratio counts, in the direction of each ratio', () => {
    expect(betterOf([throughput(0.7), cpu(1.3)], [cpu(1.1), throughput(0.9)])).toEqual([
      throughput(0.9),
      cpu(1.1),
    ])
    expect(betterOf([throughput(0.9), cpu(1.1)], [cpu(1.3), throughput(0.7)])).toEqual([
      throughput(0.9),
      cpu(1.1),
    ])
  })

  test('storing the ratios of one benchmark keeps those of another', () => {
    expect(replaceRatios([cpu(1), throughput(1)], [throughput(2)])).toEqual([cpu(1), throughput(2)])
  })
})
