import { chooseLanguage } from '#i18n/choose-language.ts'
import { getLocale, LANGUAGE_NAMES, locales } from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { NativeSelect } from './native-select.tsx'

const OPTIONS = locales.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

/** Chooses the language of the page. */
export function LanguageSelect({ hasIcon = false, className = '' }: { hasIcon?: boolean; className?: string }) {
  return (
    <NativeSelect
      label={m.language_label()}
      value={getLocale()}
      options={OPTIONS}
      {...(hasIcon && { icon: 'languages' as const })}
      className={className}
      onChange={chooseLanguage}
    />
  )
}
