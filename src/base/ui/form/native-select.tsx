import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Icon, type IconName } from '#base/ui/icon.tsx'

interface NativeSelectProps<T extends string> {
  id?: string
  /** The label; visible only with `isLabelShown`. */
  label: string
  value: T
  /** Name of the field in a form that works without script. */
  name?: string
  /** `short` is shown on a phone in place of the label of the chosen option. */
  options: readonly { value: T; label: string; short?: string }[]
  icon?: IconName
  /** Shows only the icon, which opens the list; nothing without script. */
  isIconOnly?: boolean
  className?: string
  onChange: (value: T) => void
}

/** A native select: needs no script, and phones show their own list. */
export function NativeSelect<T extends string>({
  id,
  label,
  value,
  name,
  options,
  icon,
  isIconOnly = false,
  className = '',
  onChange,
}: NativeSelectProps<T>) {
  const chosen = options.find((option) => option.value === value)
  const select = useRef<HTMLSelectElement>(null)
  const choose = (next: string | undefined): void => {
    const option = options.find((known) => known.value === next)
    if (option && option.value !== value) onChange(option.value)
  }
  // Where no option has the value, the browser shows the first option: that is no choice of a person.
  const chooseFound = useEffectEvent(() => chosen && choose(select.current?.value))
  // What was chosen before hydration is still in the field, and React tells of no change.
  useEffect(() => chooseFound(), [])
  return (
    <Frame isIconOnly={isIconOnly} className={className}>
      {icon && <Icon name={icon} className="size-5" />}
      {isIconOnly || (
        <span aria-hidden="true" dir="auto" className="truncate noscript:hidden">
          {chosen?.short === undefined ? (
            chosen?.label
          ) : (
            <>
              <span className="sm:hidden">{chosen.short}</span>
              <span className="max-sm:hidden">{chosen.label}</span>
            </>
          )}
        </span>
      )}
      {!icon && <Icon name="down" className="size-4 text-muted noscript:hidden" />}
      <select
        ref={select}
        id={id}
        aria-label={label}
        name={name}
        value={value}
        // Or Firefox would put back what was chosen at the last visit, and it would be taken for a choice.
        autoComplete="off"
        onChange={(event) => choose(event.target.value)}
        className="absolute -inset-px h-[calc(100%+2px)] w-[calc(100%+2px)] cursor-pointer appearance-none opacity-0 noscript:static noscript:appearance-auto noscript:opacity-100"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </Frame>
  )
}

function Frame({ isIconOnly, className, children }: { isIconOnly: boolean; className: string; children: ReactNode }) {
  return (
    // WebKit lays the options out, wider than the select: clipped, they do not widen the page.
    <span
      className={`relative inline-flex h-11 items-center overflow-clip print:hidden justify-center gap-1.5 rounded-md font-medium has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus ${isIconOnly ? 'w-11 noscript:hidden' : 'px-2'} ${className}`}
    >
      {children}
    </span>
  )
}
