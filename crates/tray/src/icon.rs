//! The picture in the tray.

use tray_icon::Icon;

/// RGBA, drawn beside the window's icon.
const PICTURE: &[u8] = include_bytes!("../../../icons/tray.png");

/// The picture, or none where it can't be read: the menu then still stands.
pub(crate) fn icon() -> Option<Icon> {
    let mut reader = png::Decoder::new(std::io::Cursor::new(PICTURE)).read_info().ok()?;
    let mut pixels = vec![0; reader.output_buffer_size()?];
    let frame = reader.next_frame(&mut pixels).ok()?;
    if (frame.color_type, frame.bit_depth) != (png::ColorType::Rgba, png::BitDepth::Eight) {
        return None;
    }
    pixels.truncate(frame.buffer_size());
    Icon::from_rgba(pixels, frame.width, frame.height).ok()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_picture_can_be_read() {
        assert!(super::icon().is_some());
    }
}
