/** What a check has found; with what to do about a warning or a problem. */
export interface Finding {
  state: 'ok' | 'warning' | 'problem'
  text: string
}

export const ok = (text: string): Finding => ({ state: 'ok', text })
export const warning = (text: string): Finding => ({ state: 'warning', text })
export const problem = (text: string): Finding => ({ state: 'problem', text })
