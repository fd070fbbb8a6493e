import { languageOf } from '#api/networks/core/language.ts'

/** Returns the field of a record that names its text's language, which a record may lack. */
export function langsOf(text: string): { langs?: [string] } {
  const language = languageOf(text)
  return language === undefined ? {} : { langs: [language] }
}
