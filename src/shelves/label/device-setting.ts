import { useMemo, useSyncExternalStore } from 'react'
import type * as z from 'zod/mini'

/** What was set since the page was loaded, for browsers that keep nothing. */
const known = new Map<string, string>()
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', listener)
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? known.get(key) ?? null
  } catch {
    return known.get(key) ?? null
  }
}

function write(key: string, text: string): void {
  known.set(key, text)
  try {
    localStorage.setItem(key, text)
  } catch {
    // Without storage it holds until the page is closed.
  }
  for (const listener of listeners) listener()
}

/** A setting that this device keeps, and what sets it. `otherwise` until then, on the server, and for what cannot be read. */
export function useDeviceSetting<Value>(
  key: string,
  schema: z.ZodMiniType<Value>,
  otherwise: Value,
): [Value, (value: Value) => void] {
  const text = useSyncExternalStore(
    subscribe,
    () => read(key),
    () => null,
  )
  const value = useMemo(() => parsed(text, schema) ?? otherwise, [text, schema, otherwise])
  return [value, (next) => write(key, JSON.stringify(next))]
}

function parsed<Value>(text: string | null, schema: z.ZodMiniType<Value>): Value | undefined {
  if (text === null) return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
