import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { useDatabase } from '#test/database.ts'
import { metricNames, startMetrics } from './metrics.server.ts'

useDatabase()

const page = readFileSync(join(projectRoot, 'docs', 'operations.md'), 'utf8')
/** The metrics that the page names, without the suffixes of a histogram's series. */
const named = new Set(
  [...page.matchAll(/\b(?:maktaba|nodejs|process)_[a-z0-9_]+\b/g)].map(([name]) =>
    name.replace(/_(bucket|count|sum)$/, ''),
  ),
)

test('every metric of the tables and alerts of operations.md is registered', () => {
  startMetrics()
  const registered = new Set(metricNames())
  expect([...named].filter((name) => !registered.has(name))).toEqual([])
})

test('every metric of ours is explained there', () => {
  startMetrics()
  expect(metricNames().filter((name) => name.startsWith('maktaba_') && !named.has(name))).toEqual([])
})

test('every alert has an expression', () => {
  const alerts = page.split('\n## Alerts\n')[1]?.split('\n## ')[0] ?? ''
  const rows = alerts
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .slice(2)
  expect(rows.length).toBeGreaterThan(8)
  expect(rows.filter((row) => !/\| `[^`]+[<>=]=? [^`]+`/.test(row))).toEqual([])
})
