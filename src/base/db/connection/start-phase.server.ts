import { tellServiceManager } from '#base/env/service-manager.server.ts'

/** What a start does before it answers requests: opens the database, waits for one that does not answer, or updates its tables. */
export type StartPhase = 'opening' | 'waiting' | 'updating'

let phase: StartPhase = 'opening'
let said = ''

/** How far the start is. */
export const startPhase = (): StartPhase => phase

/** Notes how far the start is, for those who ask this server meanwhile and for `systemctl status`. `text` is for the operator. */
export function enterStartPhase(entered: StartPhase, text: string): void {
  phase = entered
  if (text === said) return
  said = text
  void tellServiceManager(`STATUS=${text}`)
}
