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

/** By whose habits dates and numbers are written; the words of the pages are English whichever it is. */
export const currentLocale = () => LOCALES[language]

/** Kept in this browser until somebody signs out of it. */
export function setLanguage(chosen: Language) {
  language = chosen
  localStorage.setItem(KEY, chosen)
}

/** A formatter that is made once for each locale: making one costs far more than using it. */
export function perLocale<Format>(make: (locale: string) => Format): () => Format {
  let made: { locale: string; format: Format } | undefined
  return () => {
    const locale = currentLocale()
    if (made?.locale !== locale) made = { locale, format: make(locale) }
    return made.format
  }
}
