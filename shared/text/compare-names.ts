let collator: Intl.Collator | undefined

/** Compares names as people sort them: 'Client 9' before 'Client 10', and 'äpfel' beside 'Apfel'. */
export function compareNames(a: string, b: string): number {
  collator ??= new Intl.Collator('en-AU', { numeric: true })
  return collator.compare(a, b)
}
