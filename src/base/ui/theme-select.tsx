import { useSyncExternalStore } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { NativeSelect } from './form/native-select.tsx'
import { chooseTheme, readTheme, THEMES, watchTheme, type Theme } from './theme.ts'

const ICONS = { system: 'monitor', light: 'sun', dark: 'moon' } as const
const words: Record<Theme, () => string> = { system: m.theme_system, light: m.theme_light, dark: m.theme_dark }

/** Chooses the theme: system, light or dark. */
export function ThemeSelect({ isIconOnly = false, className = '' }: { isIconOnly?: boolean; className?: string }) {
  const theme = useSyncExternalStore(watchTheme, readTheme, () => 'system' as const)
  return (
    <NativeSelect
      label={m.theme_label()}
      value={theme}
      options={THEMES.map((value) => ({ value, label: words[value]() }))}
      {...(isIconOnly && { icon: ICONS[theme] })}
      isIconOnly={isIconOnly}
      className={className}
      onChange={chooseTheme}
    />
  )
}
