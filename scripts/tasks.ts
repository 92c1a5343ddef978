import { spawn } from 'node:child_process'
import { projectRoot } from '#base/lib/project-root.server.ts'

export interface Task {
  name: string
  /** Returns the problems as lines; empty on success. */
  run: () => Promise<string[]> | string[]
}

/** A task that runs a command of node_modules; its output is shown when it fails. */
export const command = (name: string, program: string, ...options: string[]): Task => ({
  name,
  run: async () => {
    const { code, output } = await execute(program, options)
    return code === 0 ? [] : [output || `ended with ${code}`]
  },
})

/** One task of several, each of which needs what the one before has made. */
export const inOrder = (...tasks: Task[]): Task => ({
  name: tasks.map(({ name }) => name).join(', '),
  run: async () => {
    for (const task of tasks) {
      const faults = await task.run()
      if (faults.length > 0) return [`${task.name}:`, ...faults]
    }
    return []
  },
})

/** Runs a command and shows its output as it comes. */
export async function showing(program: string, ...options: string[]): Promise<boolean> {
  const child = spawn(process.execPath, [program, ...options], { cwd: projectRoot, stdio: 'inherit' })
  return new Promise((resolve) => child.on('close', (code) => resolve(code === 0)))
}

/** Runs a command and returns its exit code and what it wrote. */
export async function execute(program: string, options: string[]): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [program, ...options], { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] })
  const output: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => output.push(part))
  child.stderr.on('data', (part: Buffer) => output.push(part))
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve))
  return { code, output: Buffer.concat(output).toString().trim() }
}

/** Runs tasks, two in parallel if no other number is given, and prints each result; returns whether all succeeded. */
export async function runTasks(tasks: readonly Task[], parallel = 2): Promise<boolean> {
  const waiting = [...tasks]
  let isGood = true
  const work = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const started = performance.now()
      const faults = await task.run()
      const seconds = ((performance.now() - started) / 1000).toFixed(1)
      console.log(`${faults.length === 0 ? '✓' : '✗'} ${task.name} (${seconds} s)`)
      for (const fault of faults) console.log(fault)
      if (faults.length > 0) isGood = false
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return isGood
}
