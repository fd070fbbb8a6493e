/** An account's public profile. A field that the network doesn't provide is empty. */
export type AccountProfileRead = {
  name: string
  username: string
  picture: string
  location: string
  followers: number | null
  following: number | null
  bio: string
  link: string
  email: string
}
