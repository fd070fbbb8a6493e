/** The agency that runs this installation. Everything a visitor reads of it comes from here. */
export const brand = {
  /** The product's name, in headings and the dashboard's top bar. */
  siteName: 'Currawong',
  tagline: 'AI tools for social posts that small businesses enjoy using',
  company: 'Currawong Marketing Pty Ltd',
  email: 'hello@currawong.example',
  website: 'https://currawong.example',
  country: 'Australia',
  regions: ['Melbourne', 'regional Victoria'],
  social: {
    facebook: 'https://www.facebook.com/',
    instagram: 'https://www.instagram.com/',
  },
  websitePlan: { price: 99, currency: 'AUD', pages: '1-3' },
  postsPerWeek: 5,
} as const
