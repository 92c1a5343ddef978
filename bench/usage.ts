import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds in a tick of /proc. */
const TICK = 10
const KILOBYTE = 1024 / 1e6

interface Process {
  parent: string
  /** Milliseconds that it has computed, and that its children have which are gone. */
  own: number
  gone: number
}

/** All processes of Linux by their id, at one moment. */
type Processes = Map<string, Process>

function readProcess(pid: string): Process | undefined {
  try {
    // After the name, which stands in brackets and may have spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [user = 0, system = 0, goneUser = 0, goneSystem = 0] = fields.slice(11, 15).map(Number)
    return { parent: fields[1] ?? '', own: (user + system) * TICK, gone: (goneUser + goneSystem) * TICK }
  } catch {
    // It has ended.
    return undefined
  }
}

function readProcesses(): Processes {
  const processes: Processes = new Map()
  for (const pid of readdirSync('/proc')) {
    const found = /^\d+$/.test(pid) ? readProcess(pid) : undefined
    if (found) processes.set(pid, found)
  }
  return processes
}

/** A process and its children. */
const familyOf = (pid: number, processes: Processes): string[] => [
  String(pid),
  ...[...processes].filter(([, { parent }]) => parent === String(pid)).map(([child]) => child),
]

/** The process that has started another, by its id; undefined without /proc. */
export function parentOf(pid: number): number | undefined {
  const parent = readProcess(String(pid))?.parent
  return parent === undefined ? undefined : Number(parent)
}

/** Milliseconds that one process has computed so far; undefined without /proc. */
export const processorTimeOf = (pid: number): number | undefined => readProcess(String(pid))?.own

/** Milliseconds that processes with their children have computed so far, also the children that came and went. */
export function processorTimes(pids: readonly number[]): number[] {
  const processes = readProcesses()
  return pids.map((pid) =>
    familyOf(pid, processes).reduce(
      (sum, one) => sum + (processes.get(one)?.own ?? 0),
      processes.get(String(pid))?.gone ?? 0,
    ),
  )
}

/** Milliseconds that processes compute while `work` goes on, and what it answers. */
export async function timesDuring<T>(pids: readonly number[], work: () => Promise<T>): Promise<[number[], T]> {
  const before = processorTimes(pids)
  const result = await work()
  return [processorTimes(pids).map((time, index) => time - (before[index] ?? 0)), result]
}

/** MB (10^6 bytes) of processes with their children, each its share of what it has in common with others (PSS). */
export function memories(pids: readonly number[]): number[] {
  const processes = readProcesses()
  return pids.map((pid) => familyOf(pid, processes).reduce((sum, one) => sum + memoryOf(one), 0))
}

function memoryOf(pid: string): number {
  try {
    const [, kilobytes] = /^Pss:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? []
    return Number(kilobytes ?? 0) * KILOBYTE
  } catch {
    // It has ended.
    return 0
  }
}

/** MB of the machine that new work may have, page cache included. */
export function availableMemory(): number {
  const [, kilobytes] = /^MemAvailable:\s+(\d+) kB$/m.exec(readFileSync('/proc/meminfo', 'utf8')) ?? []
  return Number(kilobytes ?? 0) * KILOBYTE
}

/** Ticks of all processors so far: those in which they worked, and all. */
function machineTicks(): { busy: number; all: number } {
  const [first = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
  // user nice system idle iowait irq softirq steal: proc_stat(5).
  const ticks = first.trim().split(/\s+/).slice(1, 9).map(Number)
  const all = ticks.reduce((sum, one) => sum + one, 0)
  return { busy: all - (ticks[3] ?? 0) - (ticks[4] ?? 0), all }
}

interface MachineUse {
  /** Of all processors, from 0 to 1: on average, and in the second that had the most. */
  share: number
  busiest: number
  /** MB that the machine had less to spare than at the beginning, at most. */
  memory: number
  /** MB that the watched process had more than at the beginning, at most. */
  own: number
}

/** Looks at the machine, and at one process, until the returned function is called. */
export function watchMachine(pid: number): () => MachineUse {
  const first = machineTicks()
  const [available, before] = [availableMemory(), memoryOf(String(pid))]
  const use: MachineUse = { share: 0, busiest: 0, memory: 0, own: 0 }
  const shareSince = (since: typeof first, until: typeof first) =>
    (until.busy - since.busy) / Math.max(1, until.all - since.all)
  let last = first
  const lookAtMemory = () => {
    use.memory = Math.max(use.memory, available - availableMemory())
    use.own = Math.max(use.own, memoryOf(String(pid)) - before)
  }
  const lookAtProcessors = () => {
    const ticks = machineTicks()
    use.busiest = Math.max(use.busiest, shareSince(last, ticks))
    last = ticks
  }
  const timers = [setInterval(lookAtMemory, 200), setInterval(lookAtProcessors, 1000)]
  return () => {
    for (const timer of timers) clearInterval(timer)
    lookAtMemory()
    return { ...use, share: shareSince(first, machineTicks()) }
  }
}
