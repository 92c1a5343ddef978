import { AlertDialog } from '@base-ui/react/alert-dialog'
import { Dialog } from '@base-ui/react/dialog'
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react'
import { Icon } from '../icon.tsx'
import { useDragDown } from './use-drag-down.ts'

export interface DialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  description?: string
  closeLabel: string
  /** An alert dialog: announced at once, not closed by a click outside. */
  isAlert?: boolean
  /** Receives the focus on opening, by touch too; defaults to the first focusable element. */
  firstFocus?: RefObject<HTMLElement | null>
  /** Receives the focus after closing; defaults to the previously focused element. */
  lastFocus?: RefObject<HTMLElement | null>
  children?: ReactNode
}

const POPUP =
  'fixed z-50 flex flex-col border border-transparent bg-raised p-5 text-ink shadow-card outline-none transition duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0 ' +
  // A drawer from the bottom …
  'inset-x-0 bottom-0 max-h-[92dvh] overflow-y-auto rounded-t-lg pb-[max(1.75rem,env(safe-area-inset-bottom))] data-ending-style:translate-y-full data-starting-style:translate-y-full ' +
  // … and from 640 px a dialog in the middle.
  'sm:inset-x-auto sm:start-1/2 sm:top-1/2 sm:bottom-auto sm:w-[26rem] sm:max-w-[calc(100vw-2rem)] sm:-translate-y-1/2 sm:rounded-lg sm:p-6 ltr:sm:-translate-x-1/2 rtl:sm:translate-x-1/2 sm:data-ending-style:-translate-y-[calc(50%-0.5rem)] sm:data-starting-style:-translate-y-[calc(50%-0.5rem)]'

/** The close button in the corner. An alert dialog has Cancel: there it is visible only while focused. */
const CLOSE = 'absolute end-2.5 top-2.5 grid size-11 place-items-center rounded-md bg-raised text-muted hover:text-ink'
const CLOSE_OF_QUESTION = `${CLOSE} not-focus-visible:sr-only`

/** The dialog, on Base UI, which manages the focus, closes at Escape and makes the page behind inert. */
export function DialogFrame({
  isOpen,
  onClose,
  title,
  description,
  closeLabel,
  isAlert = false,
  firstFocus,
  lastFocus,
  children,
}: DialogProps) {
  const Part = isAlert ? AlertDialog : Dialog
  const popup = useRef<HTMLDivElement>(null)
  const grip = useDragDown(popup, onClose)
  // Noted before anything within takes the focus: Base UI looks when a field with `autoFocus` has it already.
  const [opened, setOpened] = useState<{ by: Element | null }>()
  if (isOpen && !opened) setOpened({ by: document.activeElement })
  if (!isOpen && opened) setOpened(undefined)
  const opener = useRef<Element>(null)
  useEffect(() => {
    if (opened) opener.current = opened.by
  }, [opened])
  const giveBack = () => {
    const last = lastFocus?.current ?? opener.current
    return last instanceof HTMLElement && last.isConnected ? last : true
  }
  return (
    <Part.Root open={isOpen} onOpenChange={(next) => next || onClose()}>
      <Part.Portal>
        <Part.Backdrop className="fixed inset-0 z-50 bg-veil transition-opacity duration-200 data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Part.Popup ref={popup} initialFocus={firstFocus} finalFocus={giveBack} className={POPUP}>
          <div {...grip} className="-m-5 mb-0 touch-none px-5 pt-2.5 pb-3 sm:hidden">
            <div className="mx-auto h-1 w-10 rounded-full bg-line-strong forced-colors:bg-[CanvasText]" />
          </div>
          <Part.Title className={isAlert ? 'text-xl' : 'pe-10 text-xl'}>{title}</Part.Title>
          {description && <Part.Description className="mt-2 text-muted">{description}</Part.Description>}
          <div className="mt-5 flex flex-col gap-3">{children}</div>
          <Part.Close className={isAlert ? CLOSE_OF_QUESTION : CLOSE}>
            <Icon name="close" />
            <span className="sr-only">{closeLabel}</span>
          </Part.Close>
        </Part.Popup>
      </Part.Portal>
    </Part.Root>
  )
}
