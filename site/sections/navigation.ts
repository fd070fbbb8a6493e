import { brand, money, sellsWebsites } from '#shared/brand.ts'
import { HIRE_PATH } from '#site/islands/contact/topics.ts'
import { lists, pageOfPlace, pageOfService, shows, takesCalls } from './content-pages.ts'
import { places, services } from './content.ts'

type Link = { href: string; label: string }

const phoneLabel = brand.phone.replaceAll(' ', '\u{a0}')

const listed = (name: keyof typeof lists, label: string): Link[] =>
  shows(name) ? [{ href: lists[name].path, label }] : []

/** Links to sections and pages that exist: an empty collection has none. */
const whatWeOffer: Link[] = shows('services') ? [{ href: '/#services', label: 'What We Offer' }] : []
const about = (label: string): Link[] => (shows('about') ? [{ href: '/about', label }] : [])
const work = listed('cases', 'Our work')
const blog = listed('posts', 'Blog')
const people = listed('people', 'People')
const questions = listed('faq', 'Questions')
/** A single place is linked itself, because a list of one looks empty. */
const [onlyPlace] = places
const where: Link[] =
  onlyPlace && places.length === 1
    ? [{ href: pageOfPlace(onlyPlace).path, label: onlyPlace.data.title }]
    : listed('places', 'Where we work')

const main: Link[] = [
  { href: '/', label: 'Home' },
  ...whatWeOffer,
  ...work,
  { href: '/upgrade', label: 'Plans' },
]
const check: Link[] = [{ href: '/audit', label: 'Website check' }]
const news: Link[] = [{ href: '/#whats-new', label: 'What’s New' }]
const book: Link[] = takesCalls ? [{ href: '/book', label: 'Book a call' }] : []
const last: Link[] = [...about('About'), { href: '/contact', label: 'Support' }]

export const headerLinks: Link[] = [...main, ...news, ...last, ...book]
export const menuLinks: Link[] = [
  ...main,
  ...book,
  ...people,
  ...questions,
  ...check,
  ...blog,
  ...news,
  ...last,
]

export const footerGroups: { title: string; links: Link[] }[] = [
  {
    title: 'Company',
    links: [
      { href: '/', label: 'Home' },
      ...about('About Us'),
      ...people,
      ...work,
      ...blog,
      ...where,
      { href: '/contact', label: 'Contact Us' },
    ],
  },
  {
    title: 'Services',
    links: [
      { href: HIRE_PATH, label: 'Have us do it' },
      { href: '/sample-report', label: 'Sample report' },
      ...services.map(service => ({ href: pageOfService(service).path, label: service.data.title })),
      ...(sellsWebsites
        ? [{ href: '/#website99', label: `${money(brand.websitePlan.price)} websites` }]
        : []),
    ],
  },
  {
    title: 'Do it yourself',
    links: [
      { href: '/upgrade', label: 'Plans' },
      { href: '/audit', label: 'Website check' },
      ...questions,
      { href: '/guide', label: 'User Guide' },
      { href: '/tutorials', label: 'Tutorials' },
    ],
  },
  {
    title: 'Find us',
    links: [
      ...(brand.phone ? [{ href: `tel:${brand.phone.replaceAll(/[^+\d]/g, '')}`, label: phoneLabel }] : []),
      { href: `mailto:${brand.email}`, label: brand.email },
      { href: brand.website, label: new URL(brand.website).host },
      { href: brand.social.facebook, label: 'Facebook' },
      { href: brand.social.instagram, label: 'Instagram' },
    ].filter(({ href }) => href),
  },
]
