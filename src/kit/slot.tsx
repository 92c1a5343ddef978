import { Suspense, useState, type ComponentType, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { isChunkLoadError } from '#base/lib/connection/chunk-load-error.ts'
import { lazyInBrowser } from '#base/ui/lazy-part.tsx'

/** What a module contributes to a page. */
interface Part<Props extends object, Context, Loaded> {
  Part: ComponentType<Props>
  /** Asks for what the part shows. The page waits for it; an optional answer is caught here. */
  load?: (context: Context) => Promise<Loaded>
}

/** A part in its slot, as a slice lists it. */
export interface Filling {
  /** Puts the part into its slot. */
  add: () => void
  /** Loads its code. */
  preload: () => Promise<unknown>
}

interface Otherwise {
  /**
   * What stands there where no floor has a part, while the code of a part is loaded, and where it could not be loaded: without
   * it nothing, nothing, and a sentence that says so.
   */
  otherwise?: ReactNode
}

/** A place on a page that floors above fill with parts of theirs, whose code is loaded with the page. */
export interface Slot<Props extends object, Context, Loaded> {
  /** A part for this slot, for the list of a slice. */
  with: (importPart: () => Promise<Part<Props, Context, Loaded>>) => Filling
  /** Whether any floor has a part for it. */
  hasParts: () => boolean
  /** Loads the code of all parts. */
  preload: () => Promise<unknown>
  /** Loads the code of all parts, and then what they show: for the loader of the page. */
  load: (context: Context) => Promise<(Loaded | undefined)[]>
  /** Shows the parts, those of lower floors first. */
  Parts: ComponentType<Props & Otherwise>
}

/** Creates a slot. `Props` is what the page hands to each part, `Context` what its loader does, `Loaded` what it gets for that. */
export function createSlot<Props extends object, Context = void, Loaded = unknown>(): Slot<Props, Context, Loaded> {
  const parts: LazyPart<Props, Context, Loaded>[] = []
  return {
    with: (importPart) => {
      const part = lazyPartOf(importPart)
      return {
        preload: part.preload,
        add: () => {
          if (!parts.includes(part)) parts.push(part)
        },
      }
    },
    hasParts: () => parts.length > 0,
    preload: () => Promise.all(parts.map(({ preload }) => preload())),
    load: (context) => Promise.all(parts.map(async ({ preload }) => (await preload()).load?.(context))),
    Parts: (props) =>
      parts.length === 0 ? props.otherwise : parts.map(({ id, Shown }) => <Shown key={id} {...props} />),
  }
}

interface LazyPart<Props extends object, Context, Loaded> {
  id: number
  preload: () => Promise<Part<Props, Context, Loaded>>
  Shown: ComponentType<Props & Otherwise>
}

/** In place of a part whose code could not be loaded: the rest of the page can be used. */
const Lost = ({ otherwise }: Otherwise) =>
  otherwise === undefined ? <p role="alert">{m.error_FILE_LOST()}</p> : otherwise

let count = 0

function lazyPartOf<Props extends object, Context, Loaded>(
  importPart: () => Promise<Part<Props, Context, Loaded>>,
): LazyPart<Props, Context, Loaded> {
  let loading: Promise<Part<Props, Context, Loaded>> | undefined
  let loaded: ComponentType<Props> | undefined
  const preload = () =>
    (loading ??= importPart().then(
      (part) => {
        loaded = part.Part
        return part
      },
      (thrown: unknown) => {
        // The next page tries again.
        loading = undefined
        throw thrown
      },
    ))
  const Late = lazyInBrowser<Props & Otherwise>(async () => {
    try {
      return (await preload()).Part
    } catch (thrown) {
      if (isChunkLoadError(thrown)) return Lost
      throw thrown
    }
  })
  function Shown(props: Props & Otherwise) {
    // The same one as long as it is shown: another one would begin anew.
    const [One] = useState(() => loaded ?? Late)
    return (
      <Suspense fallback={props.otherwise}>
        <One {...props} />
      </Suspense>
    )
  }
  return { id: count++, preload, Shown }
}
