/** The id of the user whose data this browser stores. The first view reads it to know whether there is any. */
export const OFFLINE_USER = 'lyceum.offline'

export const PICTURES_CACHE = 'lyceum-pictures'
