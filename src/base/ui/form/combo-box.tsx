import { useId, type ComponentProps, type ReactNode } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { Icon } from '#base/ui/icon.tsx'
import { pastePlainLine } from './paste-plain-line.ts'
import { FieldNote, inputClass } from './text-field.tsx'
import { useComboBox, type ComboOption } from './use-combo-box.ts'

interface ComboBoxProps extends Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'role' | 'type'> {
  label: string
  /** What stands in the field. */
  text: string
  /** What fits the text; changes while it is typed. */
  options: readonly ComboOption[]
  onType: (text: string) => void
  onPick: (option: ComboOption) => void
  /** The text must be one of the options: what was typed becomes the first that fits when the field is left. */
  mustPick?: boolean
  /** Stands in the field before the text. Decoration. */
  mark?: ReactNode
  hint?: ReactNode
  error?: ReactNode
}

/**
 * A line of text with suggestions below it: typed freely, or chosen by typing (`mustPick`). By keyboard: up and down
 * choose (the first arrow down the first one), Enter takes, Escape closes the list; Enter with nothing marked is the
 * form's.
 */
export function ComboBox({
  label,
  text,
  options,
  onType,
  onPick,
  mustPick = false,
  mark,
  hint,
  error,
  className = '',
  ...rest
}: ComboBoxProps) {
  const id = useId()
  const combo = useComboBox({ text, options, onPick, mustPick })
  const note = error ?? hint
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className="relative">
        {mark && <span className="pointer-events-none absolute inset-y-0 start-3.5 flex items-center">{mark}</span>}
        <input
          autoComplete="off"
          {...rest}
          id={id}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={combo.isShown}
          aria-controls={combo.isShown ? `${id}-list` : undefined}
          aria-activedescendant={combo.active && optionId(id, options.indexOf(combo.active))}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          value={text}
          onPaste={pastePlainLine}
          onChange={(event) => {
            onType(event.target.value)
            combo.onType()
          }}
          onKeyDown={combo.onKeyDown}
          onBlur={combo.onBlur}
          onFocus={(event) => mustPick && event.target.select()}
          onClick={() => mustPick && combo.open()}
          className={`${inputClass} ${mark ? 'ps-9' : ''} ${mustPick ? 'pe-10' : ''}`}
        />
        {mustPick && (
          <span className="pointer-events-none absolute inset-y-0 end-3.5 flex items-center text-muted">
            <Icon name="down" className="size-4" />
          </span>
        )}
        {combo.isShown && <Options id={id} label={label} options={options} active={combo.active} onPick={combo.pick} />}
      </div>
      <span role="status" className="sr-only">
        {combo.isShown ? m.combo_count({ count: options.length }) : ''}
      </span>
      <FieldNote id={`${id}-note`} error={error} hint={hint} />
    </div>
  )
}

const optionId = (list: string, index: number): string => `${list}-${index}`

interface OptionsProps {
  id: string
  label: string
  options: readonly ComboOption[]
  active: ComboOption | undefined
  onPick: (option: ComboOption) => void
}

const showWhole = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })

function Options({ id, label, options, active, onPick }: OptionsProps) {
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      // The field keeps the focus.
      onMouseDown={(event) => event.preventDefault()}
      className="absolute inset-x-0 top-full z-20 mt-1.5 max-h-64 overflow-y-auto rounded-md border border-line-strong bg-raised p-1.5 shadow-card"
    >
      {options.map((option, index) => (
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field has the keys
        <div
          key={option.id}
          ref={option.id === active?.id ? showWhole : undefined}
          id={optionId(id, index)}
          role="option"
          tabIndex={-1}
          aria-selected={option.id === active?.id}
          onClick={() => onPick(option)}
          className="flex min-h-11 cursor-pointer items-center rounded-sm px-2.5 py-1.5 hover:bg-surface aria-selected:bg-accent-soft"
        >
          {option.mark}
          <span dir="auto" className="min-w-0 flex-1 break-words">
            {option.label}
          </span>
          {option.note && (
            <span className="ms-3 flex-none text-[0.8125rem] text-muted tabular-nums">{option.note}</span>
          )}
        </div>
      ))}
    </div>
  )
}
