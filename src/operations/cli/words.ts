import * as z from 'zod/mini'
import type { Problem, ProblemKey } from '#base/i18n/problem-text.ts'
import messages from '../../../messages/base/en.json' with { type: 'json' }

const sentences: Record<string, unknown> = messages
const pluralSchema = z.tuple([z.object({ match: z.record(z.string(), z.string()) })])

interface Sentence extends Omit<Problem, 'key'> {
  key: ProblemKey | keyof typeof messages
}

/** The English sentence of a key of messages/base/, the only language of the command line. */
export function english({ key, params = {} }: Sentence): string {
  // As a plain string: TypeScript does not compute a union of so many keys and `unknown`.
  const name: string = key
  const sentence = sentences[name] ?? name
  const text = typeof sentence === 'string' ? sentence : pluralForm(sentence, params)
  return text.replace(/\{(\w+)\}/g, (whole, param: string) => String(params[param] ?? whole))
}

function pluralForm(forms: unknown, params: NonNullable<Problem['params']>): string {
  const [{ match }] = pluralSchema.parse(forms)
  const count = Object.values(params).find((value) => typeof value === 'number') ?? 0
  const category = new Intl.PluralRules('en').select(count)
  const fitting = Object.entries(match).find(([name]) => name.endsWith(`=${category}`))
  return fitting?.[1] ?? Object.values(match).at(-1) ?? ''
}

/** '1 book' or '2 books'. */
export const pluralized = (count: number, singular: string, plural = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : plural}`

/** Untrusted text on one line, without control characters, safe for a terminal. */
export const singleLine = (text: string): string =>
  text.replace(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ').trim()

const width = (text: string): number => [...text].length

/** Formats rows as aligned columns under a header. */
export function table(head: string[], rows: string[][]): string {
  const lines = [head, ...rows.map((cells) => cells.map((cell) => singleLine(cell) || '-'))]
  const widths = head.map((_, index) => lines.reduce((most, cells) => Math.max(most, width(cells[index] ?? '')), 0))
  const pad = (cell: string, index: number) => cell + ' '.repeat((widths[index] ?? 0) - width(cell))
  return lines.map((cells) => cells.map(pad).join('  ').trimEnd()).join('\n')
}
