import type { AppError } from '#errors/app-error.ts'

interface Circumstance {
  /** It was only read; nothing that a person did was refused. */
  isRead: boolean
}

/** Told of every error answer; true when the page answers it in place, by a dialog. */
export type RefusalListener = (error: AppError, circumstance: Circumstance) => boolean

/**
 * For a button that opens a question or a form of a change, such as 'Delete': where nothing can be changed, the shell
 * says so when it is pressed, before anything is typed or confirmed.
 */
export const leadsToChange = { 'data-change': '' }

let listener: RefusalListener | undefined
const answered = new WeakSet<AppError>()

/** The shell says who answers refusals; undefined when it goes. */
export function answerRefusals(next: RefusalListener | undefined): void {
  listener = next
}

/** Announces an error answer, from whichever transport: each does it before the caller hears of the error. */
export function announceRefusal(error: AppError, circumstance: Circumstance): void {
  if (listener?.(error, circumstance)) answered.add(error)
}

/** Whether a dialog answers this error: nothing more needs to be said of it. */
export const isAnswered = (error: AppError): boolean => answered.has(error)
