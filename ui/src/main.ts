// Puts the room on the screen.
import './tokens.css'
import './base.css'
import './read/reading.css'
import { mount } from 'svelte'
import App from './App.svelte'
import { backend } from './backend'
import { openRoom } from './state.svelte'

const target = document.getElementById('app')
if (target) mount(App, { target, props: { room: openRoom(backend) } })
