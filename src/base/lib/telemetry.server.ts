import { channel } from 'node:diagnostics_channel'
import type { RequestContext } from './http/request-context.server.ts'

/**
 * What happens in this process, for metrics and traces. Publishing without a listener costs next to nothing, so the code
 * that does the work does not know whether it is measured.
 */
function eventsOf<Event extends object>(name: string) {
  const events = channel(`maktaba.${name}`)
  return {
    get hasListeners() {
      return events.hasSubscribers
    },
    publish: (event: Event): void => events.publish(event),
    /** Returns the function that ends the listening. */
    listen: (listener: (event: Event) => void): (() => void) => {
      const own = (event: unknown) => listener(event as Event)
      events.subscribe(own)
      return () => void events.unsubscribe(own)
    },
  }
}

interface RequestEnd {
  context: RequestContext
  method: string
  /** The pattern of the path, such as `/api/v1/books/{id}`. Never the path itself, of which there is no end. */
  route: string
  status: number
  milliseconds: number
}

export interface QueryEnd {
  /** Undefined for the work of the server itself. */
  context: RequestContext | undefined
  /** The text of the statement or pg's description of it. */
  statement: unknown
  /** On the clock of `performance.now()`. */
  startedAt: number
  milliseconds: number
  isFailed: boolean
}

export const requestBegun = eventsOf<RequestContext>('request.begun')
export const requestEnded = eventsOf<RequestEnd>('request.ended')
export const queryEnded = eventsOf<QueryEnd>('query.ended')
/** A connection was taken from the pool, after a wait. */
export const connectionTaken = eventsOf<{ milliseconds: number }>('connection.taken')
export const mailBegun = eventsOf<object>('mail.begun')
export const mailEnded = eventsOf<{ isFailed: boolean }>('mail.ended')
/** An entry was made in the security log; its kind and details. */
export const securityNoted = eventsOf<{ kind: string; details: Readonly<Record<string, unknown>> }>('security.noted')
/** A limit refused an action; `limit` is what it counts, such as `code:client`. */
export const limitRefused = eventsOf<{ limit: string }>('limit.refused')

/** A list was read, from the replica or for a reason from the primary; only where there is a replica. */
export const listRead = eventsOf<{ place: 'primary' | 'replica'; reason: string }>('list.read')

interface JobEnd {
  job: string
  milliseconds: number
  isFailed: boolean
}
export const jobEnded = eventsOf<JobEnd>('job.ended')

/** Runs a background job and publishes how long it took and whether it failed. */
export async function observeJob<T>(job: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now()
  let isFailed = true
  try {
    const result = await work()
    isFailed = false
    return result
  } finally {
    jobEnded.publish({ job, milliseconds: performance.now() - started, isFailed })
  }
}

type Method = (this: unknown, ...given: unknown[]) => unknown

/**
 * Covers an inherited method that takes a callback last, or returns a promise, by one that calls `begin` with its first
 * argument and, when the call has ended, what `begin` returned. Calls for which `begin` returns nothing are left alone.
 */
export function watchCalls(
  target: object,
  name: string,
  begin: (first: unknown) => ((error?: unknown) => void) | undefined,
): void {
  const inherited = Object.getPrototypeOf(target) as Record<string, Method>
  Object.assign(target, { [name]: watched })
  function watched(this: unknown, ...given: unknown[]): unknown {
    const original = inherited[name] as Method
    const end = begin(given[0])
    if (!end) return original.apply(this, given)
    const callback = given.at(-1)
    if (typeof callback === 'function') {
      const answer = (error: unknown, ...rest: unknown[]): unknown => {
        end(error ?? undefined)
        return (callback as Method)(error, ...rest)
      }
      return original.apply(this, [...given.slice(0, -1), answer])
    }
    const result = original.apply(this, given)
    if (result instanceof Promise) result.then(() => end(), end)
    return result
  }
}
