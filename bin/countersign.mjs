#!/usr/bin/env node
// The way in, for any Node from 20 on: installs what is missing, then runs Countersign on the Node that comes with it.
// This file keeps to old syntax, so that an older Node can still read it and say what it lacks.
const major = Number(process.versions.node.split(".")[0])

if (major < 20) {
  console.error(`Countersign needs Node 20 or newer, this is ${process.version}. Install a newer one from https://nodejs.org.`)
  process.exit(1)
}

Promise.all([import("./install.mjs"), import("./launch.mjs")])
  .then(async ([{ install }, { launch }]) => {
    const [command, ...rest] = process.argv.slice(2)
    await install(command)
    await launch(command, rest)
  })
  .catch(error => {
    console.error(error.readable ? error.message : error)
    process.exit(1)
  })
