import { getLocale, languageCookie, LANGUAGE_NAMES, locales, type Locale } from '#base/i18n/locale.ts'
import type { FormEvent } from 'react'
import { m } from '#base/i18n/paraglide/messages.js'
import { buttonClass } from './button.tsx'
import { NativeSelect } from './form/native-select.tsx'
import { Form } from './form/form.tsx'

const OPTIONS = locales.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))

const prevent = (event: FormEvent): void => event.preventDefault()

interface LanguageSelectProps {
  hasIcon?: boolean
  className?: string
  /** Defaults to `chooseLanguage`. */
  onChange?: (locale: Locale) => void
}

/** Chooses the language of the page. */
export function LanguageSelect({ hasIcon = false, className = '', onChange = chooseLanguage }: LanguageSelectProps) {
  return (
    // Without script the form's button sends the choice.
    <Form isChanged={false} method="post" action="/preferences" className="flex items-center gap-2" onSubmit={prevent}>
      <NativeSelect
        name="language"
        label={m.language_label()}
        value={getLocale()}
        options={OPTIONS}
        {...(hasIcon && { icon: 'languages' as const })}
        className={className}
        onChange={onChange}
      />
      <noscript>
        <button type="submit" className={buttonClass('second')}>
          {m.common_apply()}
        </button>
      </noscript>
    </Form>
  )
}

/** Stores the language in its cookie and reloads the page. */
export function chooseLanguage(locale: Locale): void {
  document.cookie = languageCookie(locale, location.protocol === 'https:')
  location.reload()
}
