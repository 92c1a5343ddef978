import {
  getLocale,
  LANGUAGE_COOKIE,
  LANGUAGE_COOKIE_SECONDS,
  LANGUAGE_NAMES,
  locales,
  type Locale,
} from '#i18n/locale.ts'
import { m } from '#i18n/paraglide/messages.js'
import { NativeSelect } from './form/native-select.tsx'

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

/** Stores the language in its cookie and reloads the page. */
function chooseLanguage(locale: Locale): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${LANGUAGE_COOKIE}=${locale}; Max-Age=${LANGUAGE_COOKIE_SECONDS}; Path=/; SameSite=Lax${secure}`
  location.reload()
}
