import { brand } from '#shared/brand.ts'

/** Describes the agency in schema.org terms. */
export const agencyFacts = (site: URL | undefined) => ({
  '@context': 'https://schema.org',
  '@graph': [
    {
      '@type': 'ProfessionalService',
      '@id': new URL('/#agency', site).href,
      name: brand.siteName,
      legalName: brand.company,
      description: brand.tagline,
      url: new URL('/', site).href,
      email: brand.email,
      image: new URL('/pictures/home.png', site).href,
      logo: new URL('/icon-512.png', site).href,
      areaServed: brand.regions.map(name => ({ '@type': 'Place', name: `${name}, ${brand.country}` })),
      sameAs: Object.values(brand.social).filter(Boolean),
      makesOffer: {
        '@type': 'Offer',
        name: `Website of ${brand.websitePlan.pages} pages`,
        price: brand.websitePlan.price,
        priceCurrency: brand.websitePlan.currency,
        url: new URL('/#website99', site).href,
      },
    },
    {
      '@type': 'WebSite',
      name: brand.siteName,
      url: new URL('/', site).href,
      inLanguage: 'en-AU',
      publisher: { '@id': new URL('/#agency', site).href },
    },
  ],
})
