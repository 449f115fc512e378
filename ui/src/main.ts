// Puts the room on the screen.
import './tokens.css'
import './base.css'
import './read/reading.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { backend } from './backend'
import { layDesk } from './desk'
import { openRoom } from './state.svelte'

const target = document.getElementById('app')
// Before the first paint, so that nothing on the screen changes its size or place.
void layDesk(backend).then(() => {
  if (target) mount(App, { target, props: { room: openRoom(backend) } })
})
