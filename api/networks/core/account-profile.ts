/** What a network says of an account, to show beside its name. Empty where it says nothing. */
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
