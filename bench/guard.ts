import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#base/lib/project-root.server.ts'
import { capture } from './capture.ts'
import type { Case } from './cases.ts'
import { costRatio, loadInTurn } from './in-turn.ts'
import { readJson } from './json.ts'
import { startLimit } from './limit.ts'
import { startMeasured } from './measured-server.ts'
import { makePeople } from './people.ts'
import { seededData } from './seed.ts'
import { tableLines, times } from '../testing/table.ts'

interface GuardOptions {
  size: number
  seconds: number
  only: string
  /** Keeps what is measured as what is usual from now on. */
  keep: boolean
  say: (line: string) => void
}

const ROUNDS = 3
const CONNECTIONS = 10
/** How often a case that costs too much is measured again before that is believed. */
const TIMES_AGAIN = 3
/** A case may cost this much more than is usual: less than the third by which a regression is told for sure. */
const MARGIN = 1.3
const FILE = join(projectRoot, 'bench', 'guard.json')

/**
 * Compares what each case costs, as a multiple of what the minimal server takes for its list at the same moment, with what is usual
 * (guard.json). Ratios, never times: they are the same on a slow machine and beside other work. Returns whether no case costs
 * more than the margin allows.
 */
export async function guard({ size, seconds, only, keep, say }: GuardOptions): Promise<boolean> {
  const usual = readJson<Record<string, number>>(FILE) ?? {}
  const data = await seededData(size, say)
  const server = await startMeasured(data)
  const lists = server.cases.filter(({ name }) => name === 'list, REST')
  const captured = await capture(data, await makePeople(data.dataDir), lists, { most: 1, isWarm: true })
  const limit = await startLimit(data.dataDir, captured)
  const measured: Record<string, number> = {}
  try {
    const [, database = 0] = server.processes
    const measure = async (one: Case): Promise<number> => {
      const least = {
        url: limit.url,
        requests: [{ path: '/' }],
        headers: one.headers,
        processes: [limit.processId, database],
      }
      const [mine, bare] = await loadInTurn([server.turn(one), least], {
        rounds: ROUNDS,
        seconds,
        connections: CONNECTIONS,
      })
      if (!mine || !bare) throw new Error(`${one.name} was not measured`)
      return Number(costRatio(mine, bare).toFixed(2))
    }
    for (const one of server.cases.filter(({ name }) => name.includes(only))) {
      if (!(await server.answers(one))) throw new Error(`${one.name}: not every request is answered with 200`)
      let cost = await measure(one)
      const most = keep ? Infinity : (usual[one.name] ?? Infinity) * MARGIN
      // What is slower stays so; what something else on the machine has disturbed does not.
      for (let again = 0; again < TIMES_AGAIN && cost > most; again++) cost = Math.min(cost, await measure(one))
      measured[one.name] = cost
    }
  } finally {
    await limit.stop()
    await server.maktaba.stop()
  }
  const rows = Object.entries(measured).map(([name, cost]) => ({ name, cost, share: cost / (usual[name] ?? cost) }))
  const header = ['', 'of the limit', 'usual', '×']
  for (const line of tableLines(
    header,
    rows.map(({ name, cost, share }) => [name, times(cost), times(usual[name]), times(share)]),
  ))
    say(line)
  if (keep) writeFileSync(FILE, `${JSON.stringify({ ...usual, ...measured }, null, 2)}\n`)
  const slower = keep ? [] : rows.filter(({ share }) => share > MARGIN)
  for (const { name, share } of slower) say(`${name} costs ${times(share)} times what is usual`)
  const missing = Object.keys(usual).filter((name) => name.includes(only) && !(name in measured))
  for (const name of missing) say(`${name} is in guard.json and was not measured`)
  return keep || slower.length + missing.length === 0
}
