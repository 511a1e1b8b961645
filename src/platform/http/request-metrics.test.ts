import { expect, test } from 'bun:test'
import { metricsText } from '../metrics.ts'
import { RequestMetrics } from './request-metrics.ts'

test('the metrics of a route are a counter by status and a cumulative histogram', async () => {
  const metrics = new RequestMetrics('get', '/figures/:id')
  for (const [status, seconds] of [
    [200, 0.0005],
    [200, 0.02],
    [404, 99],
  ] as const) {
    metrics.add(status, seconds)
  }
  const lines = (await metricsText()).split('\n').filter((line) => line.includes('/figures/:id'))
  expect(lines).toContain('lyceum_http_requests_total{method="get",route="/figures/:id",status="200"} 2')
  expect(lines).toContain('lyceum_http_requests_total{method="get",route="/figures/:id",status="404"} 1')
  expect(lines).toContain(
    'lyceum_http_request_seconds_bucket{method="get",route="/figures/:id",le="0.001"} 1',
  )
  expect(lines).toContain(
    'lyceum_http_request_seconds_bucket{method="get",route="/figures/:id",le="0.025"} 2',
  )
  expect(lines).toContain('lyceum_http_request_seconds_bucket{method="get",route="/figures/:id",le="+Inf"} 3')
  expect(lines).toContain('lyceum_http_request_seconds_count{method="get",route="/figures/:id"} 3')
})

test('a route without requests shows no metrics', async () => {
  new RequestMetrics('get', '/never')
  expect(await metricsText()).not.toContain('/never')
})
