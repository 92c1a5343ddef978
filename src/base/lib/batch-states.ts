// A batch is an import or a bulk change: a change of many books that is previewed, started, written in chunks and undone.

export const BATCH_STATES = ['waiting', 'running', 'paused', 'done', 'failed', 'cancelled', 'undone'] as const
/** `collect` looks the rows of an import up, `write` applies rows, `undo` reverts them. */
export const BATCH_STEPS = ['collect', 'write', 'undo'] as const

export type BatchState = (typeof BATCH_STATES)[number]
type Step = (typeof BATCH_STEPS)[number]

interface BatchMove {
  /** By step, the states in which the move is possible. */
  from: Partial<Record<Step, readonly BatchState[]>>
  /** The state that follows, and the step if it is another one. */
  to: { state: BatchState; step?: Step }
}

const RUNNING = { collect: ['running'], write: ['running'], undo: ['running'] } as const
const STOPPED = { collect: ['paused', 'failed'], write: ['paused', 'failed'], undo: ['paused', 'failed'] } as const

/**
 * Every way in which a batch goes from one state to another. A batch that waits can also be discarded, which deletes it, and
 * so can a look-up that has found nothing. Bulk changes are neither looked up nor paused.
 */
export const BATCH_MOVES = {
  // What people ask for.
  start: { from: { write: ['waiting'] }, to: { state: 'running' } },
  pause: { from: RUNNING, to: { state: 'paused' } },
  resume: { from: STOPPED, to: { state: 'running' } },
  /** Ends a look-up early: it runs once more, to stage what was found. */
  stop: { from: { collect: ['running', 'paused', 'failed'] }, to: { state: 'running' } },
  cancel: { from: { write: ['running', 'paused'] }, to: { state: 'cancelled' } },
  undo: { from: { write: ['done', 'cancelled', 'failed'], undo: ['failed'] }, to: { state: 'running', step: 'undo' } },
  // What the background work does.
  stage: { from: { collect: ['running'] }, to: { state: 'waiting', step: 'write' } },
  finish: { from: { write: ['running'] }, to: { state: 'done' } },
  finishUndo: { from: { undo: ['running'] }, to: { state: 'undone' } },
  fail: { from: RUNNING, to: { state: 'failed' } },
} as const satisfies Record<string, BatchMove>

export type BatchMoveName = keyof typeof BATCH_MOVES

/** Whether a batch can make a move now. */
export function canMove({ state, step }: { state: BatchState; step: Step }, name: BatchMoveName): boolean {
  const { from }: BatchMove = BATCH_MOVES[name]
  return from[step]?.includes(state) === true
}

/** Whether a batch is being undone, or its undo is paused or has failed. */
export const isBeingUndone = ({ state, step }: { state: BatchState; step: Step }): boolean =>
  step === 'undo' && state !== 'undone'
