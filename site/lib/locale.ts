import type { Language } from '#shared/settings.ts'

const KEY = 'language'

const LOCALES: Record<Language, string> = {
  en: 'en-AU',
  es: 'es-ES',
  fr: 'fr-FR',
  de: 'de-DE',
  it: 'it-IT',
  pt: 'pt-PT',
}

const known = (name: string | null | undefined): Language =>
  name && Object.hasOwn(LOCALES, name) ? (name as Language) : 'en'

let language = known(globalThis.localStorage?.getItem(KEY))

/** Locale for dates and numbers only. Texts are always English. */
export const currentLocale = () => LOCALES[language]

/** Saves the language in this browser until sign-out. */
export function setLanguage(chosen: Language) {
  language = chosen
  localStorage.setItem(KEY, chosen)
}

/** Caches a formatter per locale, because making one costs far more than using it. */
export function perLocale<Format>(make: (locale: string) => Format): () => Format {
  let made: { locale: string; format: Format } | undefined
  return () => {
    const locale = currentLocale()
    if (made?.locale !== locale) made = { locale, format: make(locale) }
    return made.format
  }
}
