import { useState, type KeyboardEvent, type ReactNode } from 'react'

export interface ComboChoice {
  text: string
  options: readonly ComboOption[]
  onPick: (option: ComboOption) => void
  /** The text must be one of the options: what was typed becomes the first that fits when the field is left. */
  mustPick: boolean
}

export interface ComboOption {
  id: string
  label: string
  /** Decoration before the label. */
  mark?: ReactNode
  /** A note at the end of the option's row. */
  note?: string
  /** The option is made when it is picked, so typing never marks it: only an arrow key or a press does. */
  isNew?: boolean
}

/**
 * What a combo box has open and which of its options is marked; the keys are those of the ARIA pattern. With `mustPick`
 * typing marks the first that fits: Enter takes it, and so does the first arrow down with Enter, as in every other field.
 */
export function useComboBox({ text, options, onPick, mustPick }: ComboChoice) {
  const [isOpen, setIsOpen] = useState(false)
  const [isTyped, setIsTyped] = useState(false)
  const [activeId, setActiveId] = useState<string>()
  const isShown = isOpen && options.length > 0
  const found = options.findIndex(({ id }) => id === activeId)
  // An answer may take the marked option out of the list: the first one is marked then, and Enter never sends the form.
  const isMarked = activeId !== undefined || (mustPick && isTyped && text.trim() !== '')
  const first = isMarked && !options[0]?.isNew ? 0 : -1
  const index = isShown ? (found === -1 ? first : found) : -1
  const active = options[index]

  const open = () => {
    setIsOpen(true)
    setActiveId(undefined)
  }
  const close = () => setIsOpen(false)
  const pick = (option: ComboOption) => {
    close()
    setIsTyped(false)
    onPick(option)
  }
  /** What was typed becomes the first that fits. */
  const settle = () => {
    const nearest = active ?? options[0]
    if (mustPick && isTyped && text.trim() !== '' && nearest && !nearest.isNew) pick(nearest)
  }
  const move = (step: 1 | -1) => {
    setIsOpen(true)
    // What typing has marked was not chosen yet, so the first arrow starts at the end of the list as if nothing were.
    const start = isShown && found !== -1 ? found : step === -1 ? 0 : -1
    setActiveId(options[(start + step + options.length) % options.length]?.id)
  }

  return {
    isShown,
    active,
    pick,
    open,
    onType: () => {
      open()
      setIsTyped(true)
    },
    onBlur: () => {
      close()
      settle()
    },
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => {
      const { key, nativeEvent } = event
      const isCommand = event.ctrlKey || event.metaKey
      if (nativeEvent.isComposing || (isCommand && key !== 'Enter')) return
      if ((key === 'ArrowDown' || key === 'ArrowUp') && options.length > 0) {
        event.preventDefault()
        move(key === 'ArrowDown' ? 1 : -1)
      } else if (key === 'Enter' && active) {
        event.preventDefault()
        pick(active)
      } else if (key === 'Enter' && isCommand) {
        // Ctrl+Enter may save the form: what was typed is saved with the rest.
        settle()
      } else if (key === 'Escape' && isShown) {
        // Escape closes the list alone, not the dialog around it.
        event.preventDefault()
        event.stopPropagation()
        close()
      }
    },
  }
}
