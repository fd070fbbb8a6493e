import type { AuditResult } from '#shared/audits/result.ts'

/** A made-up result, whose sentences show visitors what to expect. */
export const sampleAudit: AuditResult = {
  facts: {
    url: 'https://bakehouse.example/',
    title: 'Harbour Bakehouse',
    description: 'Bread and cakes in Geelong',
    isSecure: true,
    fitsPhones: true,
    hours: null,
    phone: { text: '03 5200 0000', isMarked: false, isPressable: false },
    place: { text: '1 Pier Street, Geelong', isMarked: true },
    share: { title: 'Harbour Bakehouse', description: '', picture: null },
  },
  measured: {
    scores: { performance: 43, accessibility: 88, 'best-practices': 92, seo: 83 },
    checks: { 'largest-contentful-paint': { passes: false, value: 7100 } },
  },
}
