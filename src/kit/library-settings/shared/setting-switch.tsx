import { useId } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { CheckBox } from '#base/ui/check-box.tsx'

/** What stands below a setting that a variable of the environment decides. */
export const fixedBy = (variable: string | undefined): string | undefined =>
  variable && m.setting_by_variable({ variable })

interface SettingSwitchProps {
  label: string
  hint: string
  isOn: boolean
  /** Whether it cannot be changed here. */
  isFixed?: boolean
  onChange: (isOn: boolean) => void
}

/** A setting that is on or off, and what it does. */
export function SettingSwitch({ label, hint, isOn, isFixed = false, onChange }: SettingSwitchProps) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 font-medium">
        <CheckBox
          checked={isOn}
          disabled={isFixed}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => onChange(target.checked)}
          className="size-5 flex-none accent-accent"
        />
        {label}
      </label>
      <p id={`${id}-note`} className="max-w-prose text-sm text-muted">
        {hint}
      </p>
    </div>
  )
}
