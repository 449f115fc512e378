//! A yardstick for `npm run bench`: a process that starts and says one line.

fn main() {
    println!("hello");
}
