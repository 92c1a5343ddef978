import { m } from '#base/i18n/paraglide/messages.js'
import type { Problem } from '#base/i18n/problem-text.ts'

/** What is wrong with the number of a copy or a borrower; such problems are not among the sentences of every form. */
export const numberProblem = ({ key, params }: Problem): string | undefined =>
  key === 'number_taken'
    ? String(params?.sentence ?? m.lending_number_taken())
    : key === 'number_invalid'
      ? m.lending_number_invalid()
      : key === 'number_no_series'
        ? m.number_no_series()
        : undefined
